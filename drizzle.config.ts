import { defineConfig } from 'drizzle-kit';

// Only `drizzle-kit generate` is used; the server applies migrations itself (packages/db/src/migrate.ts).
export default defineConfig({
  dialect: 'postgresql',
  schema: './packages/db/src/schema/index.ts',
  out: './packages/db/migrations',
});
