import { z } from 'zod';
import { machineSteps } from './machine-progress.ts';

const resourceId = z.string().max(60);

export const signMachineCertificateInput = z.object({
  resourceId,
  /** Null for a renewal: then the key is the proof. */
  token: z.string().max(200).nullable(),
  /** In PEM. */
  request: z.string().max(8192),
});

export const reportMachineProgressInput = z.object({
  resourceId,
  /** As it came: the signature is over these bytes. */
  body: z.string().max(1024),
  signature: z.string().max(200),
});

export const machineReportInput = z.object({
  step: z.enum([...machineSteps, 'failed']),
  message: z.string().max(200).nullish(),
});
