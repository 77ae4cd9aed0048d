import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from '../accounts.ts';
import { id, instant } from '../columns.ts';
import { certificates, type StoredFacts } from './certificates.ts';

/** Named trust anchors of an organization. Its own rows, not `x509_certificates`: what one organization uploads concerns no other. */
export const anchorSets = pgTable(
  'anchor_sets',
  {
    id: id<'anchor-set'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Equal for sets of the same certificates. */
    digest: text('digest').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its certificates last changed. */
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('anchor_sets_name_key').on(table.orgId, sql`lower(${table.name})`)],
);

/** A certificate of a set. */
export const anchors = pgTable(
  'anchors',
  {
    setId: id<'anchor-set'>('set_id')
      .notNull()
      .references(() => anchorSets.id, { onDelete: 'cascade' }),
    fingerprint256: text('fingerprint256').notNull(),
    /** Its position in the uploaded text. */
    place: smallint('place').notNull(),
    isRoot: boolean('is_root').notNull(),
    facts: jsonb('facts').$type<StoredFacts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.setId, table.fingerprint256] })],
);

/**
 * Choices of anchors: of one certificate, of all with a tag, or, without either, of the organization. Admins write it; a set that is
 * named here cannot be deleted.
 */
export const anchorRules = pgTable(
  'anchor_rules',
  {
    id: id<'anchor-rule'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    certificateId: id<'certificate'>('certificate_id').references(() => certificates.id, { onDelete: 'cascade' }),
    /** `name=value` in lower case, like `certificates.tag_terms`. */
    tag: text('tag'),
    /** Null: the public roots alone. */
    setId: id<'anchor-set'>('set_id').references(() => anchorSets.id),
  },
  (table) => [
    check('anchor_rules_one_subject', sql`num_nonnulls(${table.certificateId}, ${table.tag}) <= 1`),
    uniqueIndex('anchor_rules_certificate_key').on(table.certificateId),
    uniqueIndex('anchor_rules_tag_key').on(table.orgId, table.tag),
    uniqueIndex('anchor_rules_organization_key').on(table.orgId).where(sql`${table.certificateId} is null and ${table.tag} is null`),
    index('anchor_rules_set_idx').on(table.setId),
  ],
);
