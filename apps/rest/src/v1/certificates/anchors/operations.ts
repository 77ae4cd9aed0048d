import { z } from '@hono/zod-openapi';
import {
  ANCHOR_SET_NAME_MAX_LENGTH,
  ANCHOR_SETS_MAX,
  ANCHORS_MAX,
  ANCHORS_TEXT_MAX_LENGTH,
  TAG_NAME_MAX_LENGTH,
  TAG_VALUE_MAX_LENGTH,
} from '@notafter/domain';
import {
  type AnchorSetView,
  addAnchorSet,
  assignAnchors,
  assignCertificateAnchors,
  getAnchorSet,
  listAnchorAssignments,
  listAnchorSets,
  removeAnchorSet,
  updateAnchorSet,
} from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant, lineField, rowId, savedBody, strictBody, textField } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { pageOf, pageShape } from '../../../wire/page.ts';
import { idParameter, pageParameters } from '../../../wire/parameters.ts';
import { certificateParameters } from '../certificate-wire.ts';
import { chainCertificateOf, wireChainCertificate } from '../chain-wire.ts';
import { anchorChoice, certificateAnchors, choiceText, namedSet } from './anchor-wire.ts';

const tag = 'Trust anchors';
const path = '/v1/trust-anchors';
const assignmentPath = '/v1/trust-anchor-assignments';

const setShape = {
  id: rowId(),
  name: z.string().openapi({ example: 'Corp PKI' }),
  anchor_count: z.int().openapi({ description: 'Certificates of the set.', example: 2 }),
  expired_count: z.int().openapi({ example: 0 }),
  expires_at: instant().openapi({ description: 'When the first of them expires.' }),
  usage: z
    .object({ certificates: z.int().openapi({ example: 3 }), tags: z.int().openapi({ example: 1 }), is_default: z.boolean() })
    .openapi({ description: 'What it is assigned to; a set in use cannot be deleted.' }),
  trusted_count: z.int().openapi({ description: 'Monitored certificates whose chain ends at one of its certificates.', example: 12 }),
  created_at: instant(),
  updated_at: instant().openapi({ description: 'When its certificates last changed.' }),
};
const wireSet = z.object(setShape).openapi('TrustAnchorSet');
const wireDetail = z
  .object({
    ...setShape,
    anchors: z.array(
      z.object({
        certificate: wireChainCertificate,
        is_root: z.boolean().openapi({ description: 'It signed itself. Otherwise it is an intermediate.' }),
        is_expired: z.boolean().openapi({ example: false }),
        trusted_count: z.int().openapi({ description: 'Monitored certificates whose chain ends at it.', example: 12 }),
      }),
    ),
  })
  .openapi('TrustAnchorSetDetail');

type Detail = Awaited<ReturnType<typeof getAnchorSet>>['set'];
const detailOf = ({ anchors, ...set }: Detail) => ({
  ...set,
  anchors: anchors.map(({ certificate, ...anchor }) => ({ ...anchor, certificate: chainCertificateOf(certificate) })),
});
const detailAnswer = z.object({ trust_anchors: wireDetail }).openapi('TrustAnchorSetAnswer');
const viewDetail = ({ set }: { readonly set: Detail }) => ({ trustAnchors: detailOf(set) });

const name = () => lineField(ANCHOR_SET_NAME_MAX_LENGTH, 'Enter a name.').openapi({ description: 'Unique in any case.' });
const pem = () =>
  textField().openapi({
    description: `CA certificates in PEM, at most ${ANCHORS_MAX} and ${ANCHORS_TEXT_MAX_LENGTH} characters. A text with a private key is refused. Only the certificates are stored.`,
    example: '-----BEGIN CERTIFICATE-----\n...\n-----END CERTIFICATE-----\n',
  });
const example = { name: 'Corp PKI', pem: '-----BEGIN CERTIFICATE-----\n...\n-----END CERTIFICATE-----\n' };
const params = z.object({ id: idParameter<'anchor-set'>('The set.') });
const missing = 'anchor_set_not_found';

const assignment = z
  .object({
    tag: z.string().nullable().openapi({ description: '`name=value` in lower case; null for the organization.', example: 'env=internal' }),
    set: z.union([namedSet, z.null()]).openapi({ description: 'Null for the public roots alone.' }),
    certificate_count: z.int().nullable().openapi({ description: 'Certificates with the tag; null for the organization.', example: 12 }),
  })
  .openapi('TrustAnchorAssignment');

export const anchorOperations: readonly Operation[] = [
  operation(listAnchorSets, {
    method: 'get',
    path,
    tag,
    summary: 'List sets of trust anchors',
    description: 'By name.',
    query: z.object(pageParameters('Sets')),
    answers: answers('One page.', z.object({ trust_anchors: z.array(wireSet), ...pageShape }).openapi('TrustAnchorSetList')),
    view: ({ sets }, given) => {
      const { rows, ...page } = pageOf<AnchorSetView>(sets, given, ({ id }) => id);
      return { trustAnchors: rows, ...page };
    },
  }),
  operation(addAnchorSet, {
    method: 'post',
    path,
    tag,
    summary: 'Add a set of trust anchors',
    description: `Nothing trusts it until it is assigned to a certificate, a tag or the organization. An organization has at most ${ANCHOR_SETS_MAX} sets.`,
    body: takes(savedBody(wireDetail, { name: name(), pem: pem() }).openapi('NewTrustAnchorSet'), example),
    answers: answers('Added.', detailAnswer),
    view: viewDetail,
    errors: ['anchors_invalid', 'anchor_set_exists', 'anchor_set_limit'],
  }),
  operation(getAnchorSet, {
    method: 'get',
    path: `${path}/{id}`,
    tag,
    summary: 'Get a set of trust anchors',
    params,
    answers: answers('The set with its certificates.', detailAnswer),
    view: viewDetail,
    missing,
  }),
  operation(updateAnchorSet, {
    method: 'put',
    path: `${path}/{id}`,
    tag,
    summary: 'Change a set of trust anchors',
    description:
      'Renames it, replaces its certificates, or both; fields that are left out stay. Certificates that trust it are checked again at once.',
    params,
    body: takes(savedBody(wireDetail, { name: name().optional(), pem: pem().optional() }).openapi('TrustAnchorSetChange'), example),
    answers: answers('Changed.', detailAnswer),
    view: viewDetail,
    missing,
    errors: ['anchors_invalid', 'anchor_set_exists'],
  }),
  operation(removeAnchorSet, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Delete a set of trust anchors',
    description: 'Refused while anything trusts it.',
    params,
    answers: says('Trust anchors deleted'),
    missing,
    errors: ['anchor_set_in_use'],
  }),
  operation(listAnchorAssignments, {
    method: 'get',
    path: assignmentPath,
    tag,
    summary: 'List what the organization and its tags trust',
    description: "The organization first. A certificate's own choice is in `anchors` of the certificate.",
    query: z.object(pageParameters('Assignments')),
    answers: answers('One page.', z.object({ assignments: z.array(assignment), ...pageShape }).openapi('TrustAnchorAssignmentList')),
    view: ({ assignments }, given) => {
      const { rows, ...page } = pageOf(assignments, given, ({ tag: ofTag }) => ofTag ?? '');
      return { assignments: rows, ...page };
    },
  }),
  operation(assignAnchors, {
    method: 'put',
    path: assignmentPath,
    tag,
    summary: 'Assign trust anchors to a tag or the organization',
    description:
      'A choice of a certificate comes before those of its tags, and these before that of the organization. Certificates that it concerns are checked again at once.',
    body: takes(
      strictBody({
        tag: lineField(TAG_NAME_MAX_LENGTH + TAG_VALUE_MAX_LENGTH + 1)
          .regex(/^[^=]+=.+$/, 'Enter a tag as name=value.')
          .nullish()
          .openapi({ description: 'Left out or null: the organization.', example: 'env=internal' }),
        anchors: anchorChoice().openapi(choiceText),
      }).openapi('TrustAnchorsToAssign'),
      { tag: 'env=internal', anchors: choiceText.example },
    ),
    input: ({ tag: ofTag, anchors }) => ({ tag: ofTag ?? undefined, anchors }),
    answers: says('Trust anchors assigned'),
    errors: ['anchor_set_not_found', 'anchor_tag_limit'],
  }),
];

export const assignCertificateAnchorsOperation = operation(assignCertificateAnchors, {
  method: 'put',
  path: '/v1/certificates/{id}/anchors',
  tag,
  summary: 'Assign trust anchors to a certificate',
  description: 'Null follows its tags and the organization again. The certificate is checked again at once.',
  params: certificateParameters,
  body: takes(strictBody({ anchors: anchorChoice().openapi(choiceText) }).openapi('CertificateTrustAnchorsToAssign'), {
    anchors: choiceText.example,
  }),
  answers: answers('What it trusts now.', z.object({ anchors: certificateAnchors }).openapi('CertificateTrustAnchorsAnswer')),
  missing: 'certificate_not_found',
  errors: ['anchor_set_not_found'],
});
