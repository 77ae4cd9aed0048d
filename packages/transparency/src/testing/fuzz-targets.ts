import { hash } from 'node:crypto';
import type { FuzzTarget } from '@notafter/tls/testing';
import { createDomainMatcher } from '../domain-matcher.ts';
import { endOfUnknown, findEntry, readDataTile } from '../entries/data-tile.ts';
import { decodeMerkleLeaf } from '../entries/merkle-leaf.ts';
import { readNamesTile } from '../entries/names-tile.ts';
import { readCertificate, readIssuance } from '../entries/read-issuance.ts';
import { readCheckpoint } from '../heads/checkpoint.ts';
import { readSignedTreeHead } from '../heads/signed-tree-head.ts';
import { readLogList } from '../log-list/read-log-list.ts';
import { readLogKey } from '../log-signature.ts';
import { bulkCertificate } from './bulk-certificates.ts';
import { LogStore } from './log-entries.ts';

const ENTRIES = 16;
const names = (serial: number): string[] => ['*.example.com', `h${serial}.example.com`, 'b\u00fccher.test', '\u0000.test'];

/** Everything that reads bytes of logs and search services. */
export const transparencyTargets = (): FuzzTarget[] => {
  const matcher = createDomainMatcher(['example.com', 'h3.example.com']);
  const store = new LogStore({ hasIndex: true, now: () => new Date('2026-11-20T12:00:00Z') });
  const certificates = Array.from({ length: ENTRIES }, (_, serial) => bulkCertificate({ serial, names: names(serial) }));
  for (const [serial, of] of certificates.entries()) {
    if (serial % 5 === 4) store.append({ kind: 'raw', type: 7, body: Buffer.alloc(serial * 20, 3) });
    else store.append({ kind: serial % 2 === 0 ? 'certificate' : 'precertificate', of });
  }
  const key = readLogKey(store.spki.toString('base64'));
  if (key === null) throw new Error('The log has no key.');
  const leaves = store.entries.map(({ timestamped }) => Buffer.concat([Buffer.alloc(2), timestamped]));
  const line = `${JSON.stringify({ Timestamp: 1, Subject: { CommonName: 'a.test' }, DNS: ['a.test', '*.b.test'] })}\n`;
  const checkpoint = `bulk.log.test/2026h2\n16\n${store.tree.root().toString('base64')}\n\n\u2014 bulk.log.test/2026h2 ${'A'.repeat(120)}\n`;
  const head = {
    tree_size: 16,
    timestamp: 1,
    sha256_root_hash: store.tree.root().toString('base64'),
    tree_head_signature: Buffer.from([4, 3, 0, 0]).toString('base64'),
  };
  const spki = store.spki.toString('base64');
  const described = { log_id: hash('sha256', store.spki, 'base64'), key: spki, mmd: 60, state: { usable: {} } };
  const logs = [{ ...described, url: 'https://a.test/' }];
  const tiled = [{ ...described, submission_url: 'https://a.test/', monitoring_url: 'https://b.test/' }];
  const list = { version: '1', log_list_timestamp: '2026-11-20T00:00:00Z', operators: [{ name: 'A', logs, tiled_logs: tiled }] };
  const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));

  return [
    {
      name: 'logged certificate',
      seeds: certificates.flatMap(({ certificate, precertificate, tbs }) => [certificate, precertificate, tbs]),
      take(bytes) {
        for (const isPrecertificate of [false, true]) {
          const entry = { bytes, isPrecertificate, loggedAt: 0, bodyStart: 0, bodyEnd: bytes.length, extensionsStart: 0, extensionsEnd: 0 };
          readIssuance({ index: 0, entry, extra: () => ({ precertificate: bytes, chain: [] }) }, matcher);
        }
        return readCertificate(bytes, matcher)?.unreadable === null;
      },
    },
    {
      name: 'data tile',
      seeds: [
        Buffer.concat(store.entries.map((_, index) => store.tileLeaf(index))),
        ...store.entries.map((_, index) => store.tileLeaf(index)),
      ],
      take(bytes) {
        const { entries, fault } = readDataTile(bytes, 0, ENTRIES);
        for (const entry of entries) readIssuance(entry, matcher);
        if (fault !== null) {
          endOfUnknown(bytes, fault.at, fault.index, store.tree.leaf(0));
          findEntry(bytes, fault.at, fault.index, store.tree.leaf(0));
        }
        return entries.length > 0;
      },
    },
    {
      name: 'leaf',
      seeds: leaves,
      take(bytes) {
        const decoded = decodeMerkleLeaf(bytes, bytes.toString('base64'), 0);
        if (decoded.kind === 'entry') decoded.entry.extra();
        return decoded.kind === 'entry';
      },
    },
    { name: 'names tile', seeds: [Buffer.from(line.repeat(3))], take: (bytes) => readNamesTile(bytes, 3) !== null },
    {
      name: 'checkpoint',
      seeds: [Buffer.from(checkpoint)],
      take: (bytes) => readCheckpoint(bytes, 'https://bulk.log.test/2026h2/', key).kind === 'bad_signature',
    },
    { name: 'tree head', seeds: [json(head)], take: (bytes) => readSignedTreeHead(bytes, key).kind === 'bad_signature' },
    { name: 'log list', seeds: [json(list)], take: (bytes) => readLogList(bytes) !== null },
  ];
};
