import { z } from '@hono/zod-openapi';
import type { ExportFile } from '@notafter/domain';
import { exportService } from '@notafter/features';
import { operation } from '../../operation.ts';
import { answersArchive, archiveHeaders, archiveParameter } from '../../wire/archive.ts';
import { serviceParameters } from './service-wire.ts';

const wireExport = z
  .object({
    files: z.array(
      z.object({
        path: z.string().openapi({ example: 'compose.yaml' }),
        mode: z.string().openapi({ description: 'In octal.', example: '0644' }),
        secret: z.boolean().openapi({ description: 'It has a password or a key.' }),
        text: z.string(),
      }),
    ),
  })
  .openapi('ServiceExport');

const wireFile = ({ path, mode, isSecret, text }: ExportFile) => ({
  path,
  mode: mode.toString(8).padStart(4, '0'),
  secret: isSecret,
  text,
});

export const exportOperation = operation(exportService, {
  method: 'get',
  path: '/v1/services/{resource_id}/export',
  tag: 'Services',
  summary: 'Export a service',
  description:
    'The files with which it goes on without Notafter: Compose, cloud-init, settings, password and key. Its data is in its backups. Leaves a row in the audit log.',
  params: serviceParameters,
  query: z.object({ format: archiveParameter('The files in JSON, or in a tar archive with gzip.') }),
  input: ({ resourceId }) => ({ resourceId }),
  answers: answersArchive('The files.', wireExport, 'gz'),
  respond: ({ resourceId, files, archive }, { format }, c) =>
    format === 'archive'
      ? c.body(new Uint8Array(archive), 200, archiveHeaders(`${resourceId}.tar.gz`, 'gz'))
      : c.json({ files: files.map(wireFile) }),
  missing: 'service_not_found',
  errors: ['service_not_running', 'export_unsupported'],
});
