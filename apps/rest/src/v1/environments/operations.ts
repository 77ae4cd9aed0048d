import type { ServeOperation } from '../../rest-environment.ts';
import { serveAddEnvironment } from './add.ts';
import { serveListEnvironments } from './list.ts';
import { serveRemoveEnvironment } from './remove.ts';
import { serveUpdateEnvironment } from './update.ts';

export const environmentsOperations: readonly ServeOperation[] = [
  serveListEnvironments,
  serveAddEnvironment,
  serveUpdateEnvironment,
  serveRemoveEnvironment,
];
