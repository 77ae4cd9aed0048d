import { DomainError } from '@notafter/domain';
import { reportMachineProgressInput, signMachineCertificateInput } from '@notafter/domain/inputs';
import { reportMachineProgress, signMachineCertificate } from '@notafter/features';
import type { RestRouter } from '../../rest-environment.ts';

/** The calls of machines on their first boot and at renewals: plain text and curl, so no operations of the document. */
export const serveMachineCalls = (app: RestRouter): void => {
  app.post('/v1/machines/:id/certificate', async (c) => {
    const token = c.req.header('Notafter-Machine') ?? null;
    const input = signMachineCertificateInput.safeParse({ resourceId: c.req.param('id'), token, request: await c.req.text() });
    if (!input.success) throw new DomainError('credential_invalid');
    return c.body(await signMachineCertificate(c.env.request, input.data), 200, { 'Content-Type': 'application/x-pem-file' });
  });
  app.post('/v1/machines/:id/progress', async (c) => {
    const signature = c.req.header('Notafter-Signature') ?? '';
    const input = reportMachineProgressInput.safeParse({ resourceId: c.req.param('id'), body: await c.req.text(), signature });
    if (!input.success) throw new DomainError('credential_invalid');
    await reportMachineProgress(c.env.request, input.data);
    return c.body(null, 204);
  });
};
