import type { ServeOperation } from '../../rest-environment.ts';
import { serveExportAudit } from './export.ts';
import { serveListAudit } from './list.ts';

export const auditOperations: readonly ServeOperation[] = [serveListAudit, serveExportAudit];
