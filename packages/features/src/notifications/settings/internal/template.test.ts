import { DEFAULT_TEMPLATE } from '@notafter/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillTemplate, templateProblem } from './template.ts';

const values = { domain: 'shop.example.com', days: '7', expiry_date: '2027-03-01' };

it('fills in what it knows and leaves every other character alone', () => {
  expect(fillTemplate(DEFAULT_TEMPLATE, values)).toBe('⚠️ SSL Certificate Alert: shop.example.com expires in 7 days (2027-03-01)');
  expect(fillTemplate('{{domain}} & <b>{{&days}}</b> {{{expiry_date}}} {{! a comment }}', { ...values, domain: '<a href="x">' })).toBe(
    '<a href="x"> & <b>7</b> 2027-03-01 ',
  );
  expect(fillTemplate('{{domain}}', { ...values, domain: '{{days}}' })).toBe('{{days}}');
});

it.each(['plain', DEFAULT_TEMPLATE, '{{ domain }}', '{{{domain}}}', '{{!note}}{{days}}'])('takes %j', (template) => {
  expect(templateProblem(template)).toBeNull();
});

it.each([
  ['{{issuer}}', 'names {{issuer}}, but can only fill in {{domain}}, {{days}}, {{expiry_date}}'],
  ['{{domain.length}}', 'names {{domain.length}}'],
  ['{{constructor}}', 'names {{constructor}}'],
  ['{{#domain}}x{{/domain}}', 'uses {{#domain}}'],
  ['{{^days}}x{{/days}}', 'uses {{^days}}'],
  ['{{>partial}}', 'uses {{>partial}}'],
  ['{{=<% %>=}}<% domain %>', 'uses {{=<% %>}}'],
  ['{{domain', 'cannot be read: Unclosed tag'],
  ['{{#domain}}', 'cannot be read: Unclosed section'],
  ['   ', 'says nothing'],
  ['{{! only a comment }}', 'says nothing'],
])('refuses %j', (template, problem) => {
  expect(templateProblem(template)).toContain(problem);
});

it('fills whatever it takes, and answers within a moment whatever it is given', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('{{', '}}', '{{{', '}}}', '{{domain}}', '{{#a}}', '{{/a}}', '{{=', '=}}', '{{!'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const template = pieces.join('');
      if (templateProblem(template) === null) expect(typeof fillTemplate(template, values)).toBe('string');
    }),
  );
});
