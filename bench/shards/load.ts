import { seedOrganization } from '../../packages/db/src/seed/index.ts';
import { addMs, DAY_MS, type OrganizationId, SHARDS, type UserId } from '../../packages/domain/src/index.ts';
import type { SystemContext } from '../../packages/features/src/index.ts';
import { certificateFacts } from '../../packages/testing/src/index.ts';

/** `checked` entries per certificate that are loaded; a year has 365. */
export const CHECKED_LOADED = 3;

export interface LoadedOrganization {
  readonly orgId: OrganizationId;
  readonly adminId: UserId;
  readonly email: string;
}

/** 1,780 characters that don't compress, like the PEM of a leaf with an RSA key. */
const pem = (seed: string): string =>
  `(select string_agg(encode(sha512((${seed} || part)::bytea), 'base64'), '') from generate_series(1, 20) as part)`;
const fingerprint = (seed: string): string => `regexp_replace(upper(encode(sha256((${seed})::bytea), 'hex')), '(..)(?!$)', '\\1:', 'g')`;
/** A UUIDv7 of that time; the tail says which row of which table it is, and so is unique. */
const idAt = (at: string, tail: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${tail}), 1, 3) || '8' || substr(md5('x' || ${tail}), 1, 15))::uuid`;

const certificateRows = (orgId: string, label: string, size: number): string => {
  const template = JSON.stringify(certificateFacts('template', { pem: '' })).replaceAll("'", "''");
  return `
    create temporary table made on commit drop as
    select i, host, ${idAt('now()', `'${orgId}' || i`)} as id, ${fingerprint('host')} as fingerprint256, issuer, lifetime,
      now() + lifetime * random() * interval '1 day' - case when i % 100 = 0 then interval '60 days' else interval '0' end as not_after
    from (
      select i, (array['www','api','mail','vpn','shop','auth','grafana','status'])[1 + i % 8] || '-${label}' || i || '.' ||
          (array['harborline','northwind','lumen','orchard','quayside'])[1 + i % 5] || '.example' as host,
        (array['Let''s Encrypt','Let''s Encrypt','Google Trust Services','DigiCert Inc','Sectigo Limited'])[1 + i % 5] as issuer,
        (array[90, 90, 90, 397, 199])[1 + i % 5] as lifetime
      from generate_series(1, ${size}) as i) as named;
    insert into x509_certificates (fingerprint256, facts, first_seen_at)
    select fingerprint256, '${template}'::jsonb || jsonb_build_object('fingerprint256', fingerprint256, 'san', jsonb_build_array(host),
      'subject', 'CN=' || host, 'subjectCommonName', host, 'notAfter', not_after, 'pem', ${pem('host')}), now() from made;
    insert into certificates (id, org_id, host, port, domain, tags, created_at, updated_at, issuer, not_before, not_after, fingerprint, fingerprint256,
      serial_number, san, chain, root_fingerprint256, revocation, client_facts, address, protocol, cipher, key_exchange, key_type, key_bits,
      unreachable_reason, unreachable_detail, unreachable_since)
    select id, '${orgId}', host, 443, host, case when i % 100 = 0 then '{"team":"web"}'::jsonb else '{}' end, now() - interval '60 days', now(), issuer,
      not_after - lifetime * interval '1 day', not_after, left(fingerprint256, 59), fingerprint256, upper(md5(host)), array[host],
      array[fingerprint256, ${fingerprint(`'intermediate' || i % 5`)}], ${fingerprint(`'root' || i % 5`)},
      jsonb_build_object('status', 'good', 'source', 'crl', 'detail', 'Not revoked.', 'checkedAt', now()), null, '192.0.2.1', 'TLSv1.3',
      'TLS_AES_128_GCM_SHA256', 'X25519MLKEM768', 'EC', 256, case when i % 50 = 0 then 'timeout' end,
      case when i % 50 = 0 then 'Timed out after 3 s while connecting to ' || host || '.' end, case when i % 50 = 0 then now() - interval '1 day' end
    from made;
    insert into check_schedule (certificate_id, shard, next_check_at, last_checked_at, last_recorded_at)
    select id, ('x' || substr(id::text, 25, 4))::bit(16)::int % ${SHARDS}, now() + interval '1 day' + random() * interval '6 hours', now(), now() from made;
    insert into certificate_renewals (certificate_id, due_at, late_at, basis, fingerprint256)
    select id, not_after - lifetime / 3 * interval '1 day', not_after - lifetime / 6 * interval '1 day', 'lifetime', fingerprint256 from made;
    insert into certificate_history (id, certificate_id, action, recorded_at, issuer, not_after, fingerprint256)
    select ${idAt('at', `id::text || day`)}, id, case when day = ${CHECKED_LOADED} then 'added' else 'checked' end, at, issuer, not_after, fingerprint256
    from (select made.*, day, now() - day * interval '20 hours' as at from generate_series(0, ${CHECKED_LOADED}) as day cross join made) as entry;`;
};

const alertRows = (orgId: string): string => `
    create temporary table raised on commit drop as
    select ${idAt('at', `id::text || 'alert'`)} as alert_id, ${idAt('at', `id::text || 'message'`)} as message_id, made.*
    from (select made.*, now() - (i % 80) * interval '1 day' as at from made where i % 2 = 0) as made;
    insert into alerts (id, org_id, certificate_id, domain, rule, threshold, occasion, summary, not_after, issuer, fingerprint256, raised_at, resolved_at, resolution)
    select alert_id, '${orgId}', id, host, 'expiry', 7, fingerprint256, 'The certificate expires in 7 days.', not_after, issuer, fingerprint256, at,
      case when i % 40 <> 0 then at + interval '1 hour' end, case when i % 40 <> 0 then 'renewed' end from raised;
    insert into deliveries (id, org_id, alert_id, channel, kind, state, due_at, message_id, incident_key, attempts, text, created_at, first_attempt_at, sent_at)
    select ${idAt('at', `alert_id::text || channel`)}, '${orgId}', alert_id, channel, 'alert', 'sent', at, message_id, '${orgId}/' || id || '/expiry', 1,
      host || ': The certificate expires in 7 days.', at, at, at from raised, unnest('{email,slack}'::text[]) as channel;
    insert into delivery_attempts (message_id, attempt, org_id, started_at, finished_at, outcome, status, answer)
    select message_id, 1, '${orgId}', at, at, 'delivered', 200, 'ok' from raised;`;

const settings = (orgId: string, adminId: string): string => `
    insert into environments (id, org_id, name, created_at) select ${idAt('now()', `'${orgId}' || name`)}, '${orgId}', name, now() from unnest('{production,staging}'::text[]) as name;
    insert into sessions (id, user_id, expires_at, created_at) values ('session of ${orgId}', '${adminId}', now() + interval '7 days', now());
    insert into tokens (id, user_id, name, hash, ending, created_at) values (${idAt('now()', `'token ${orgId}'`)}, '${adminId}', 'CI', 'hash of ${orgId}', 'abcd', now());
    insert into idempotency_keys (id, caller, key, fingerprint, lease_until, expires_at)
    values (${idAt('now()', `'key ${orgId}'`)}, 'session:${adminId}', 'key', 'print', now(), now() + interval '1 day');
    insert into audit_log (id, org_id, actor_id, action, at) values (${idAt('now()', `'audit ${orgId}'`)}, '${orgId}', '${adminId}', 'certificates/add-certificate', now());
    insert into notification_settings (org_id) values ('${orgId}');
    insert into webhook_endpoints (id, org_id, name, sealed_settings, types, enabled, created_at, updated_at)
    values (${idAt('now()', `'hook ${orgId}'`)}, '${orgId}', 'Receiver', 'sealed', '{certificate.renewed}', true, now(), now());
    insert into events (id, org_id, type, occurred_at, subject_id, data)
    select ${idAt('now()', `id::text || 'event'`)}, '${orgId}', 'certificate.renewed', now(), id, jsonb_build_object('certificate', jsonb_build_object(
      'id', id, 'domain', host, 'issuer', issuer, 'expires_at', not_after, 'fingerprint_sha256', fingerprint256, 'reachable', true, 'tags', '{}'::jsonb)) from made;
    insert into webhook_deliveries (endpoint_id, event_id, state, due_at, message_id, attempts, status, duration_ms, sent_at)
    select ${idAt('now()', `'hook ${orgId}'`)}, ${idAt('now()', `id::text || 'event'`)}, 'sent', now(), null, 1, 200, 30, now() from made;
    insert into collectors (id, org_id, name, created_at, public_key, enrolled_at, sequence, head_hash)
    values (${idAt('now()', `'collector ${orgId}'`)}, '${orgId}', 'Plant', now(), 'key', now(), 1, 'hash');
    insert into collector_bundles (collector_id, sequence, hash, created_at, received_at, via, endpoints, files, recorded_at)
    values (${idAt('now()', `'collector ${orgId}'`)}, 1, 'hash', now(), now(), 'online', 1000, 0, now());
    insert into collector_files (collector_id, key, path, alias, format, role, chain, first_seen_at, seen_at)
    select ${idAt('now()', `'collector ${orgId}'`)}, host, '/etc/ssl/' || host || '.pem', '', 'pem', 'certificate', array[fingerprint256], now(), now() from made where i % 100 = 0;
    insert into collector_endpoints (certificate_id, collector_id, is_asked, seen, chain)
    select id, ${idAt('now()', `'collector ${orgId}'`)}, false, '[]', array[fingerprint256] from made where i % 100 = 0;`;

/** `db` has no time limit. Fills a database with organizations of `size` certificates each, with rows in every large table and most small ones. */
export const loadDatabase = async (
  { db, clock }: Pick<SystemContext, 'db' | 'clock'>,
  {
    name,
    count,
    size,
    onOrganization,
  }: { readonly name: string; readonly count: number; readonly size: number; readonly onOrganization: (loaded: number) => void },
): Promise<readonly LoadedOrganization[]> => {
  const organizations: LoadedOrganization[] = [];
  for (let index = 0; index * size < count; index += 1) {
    const email = `${name}-${index}@shards.example`;
    const admin = { email, firstName: 'Maren', lastName: 'Voss', passwordHash: 'none' };
    const now = addMs(clock.now(), -60 * DAY_MS);
    const { orgId, adminId } = await seedOrganization(db, { name: `${name} ${index}`, plan: 'Enterprise', admin, environments: [], now });
    const rows = certificateRows(orgId, `${name}o${index}n`, size) + alertRows(orgId) + settings(orgId, adminId);
    await db.$client.begin((tx) => tx.unsafe(rows));
    organizations.push({ orgId, adminId, email });
    onOrganization((index + 1) * size);
  }
  await db.$client.unsafe('vacuum (analyze)');
  return organizations;
};
