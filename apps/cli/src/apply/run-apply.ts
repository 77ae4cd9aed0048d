import { createInterface } from 'node:readline/promises';
import type { NotafterError } from '@notafter/client';
import { type ExitCode, exitCodes, printable, type Terminal } from '@notafter/command-line';
import type { PlannedStep } from '@notafter/domain';
import { configurationSchema } from '@notafter/domain/inputs';
import type { ApplyCommand } from '../commands.ts';
import { createPaint } from '../output/colors.ts';
import { readNamedFile } from '../read-file.ts';
import { connectServer, type Server } from '../server.ts';
import { readApplied, readPlan } from './answers.ts';
import { isChange, planText } from './plan-text.ts';
import { readConfiguration } from './read-configuration.ts';

const refuse = ({ stderr }: Terminal, { message, details }: NotafterError): ExitCode => {
  stderr.write(`notafter: ${printable(message)}\n`);
  for (const detail of details) stderr.write(`  ${printable(`${detail.path}: ${detail.message}`)}\n`);
  return exitCodes.critical;
};

const agrees = async ({ stdin, stderr }: Terminal): Promise<boolean> => {
  const question = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await question.question('Apply this plan? [y/N] ')).trim());
  } finally {
    question.close();
  }
};

/** Prints the plan of a file, asks, and applies it. */
export const runApply = async (command: ApplyCommand, terminal: Terminal): Promise<ExitCode> => {
  const { stdout, stderr, env } = terminal;
  if (command.schema) {
    stdout.write(`${JSON.stringify(configurationSchema(), null, 2)}\n`);
    return exitCodes.ok;
  }
  const text = (await readNamedFile(command.file, 'file', 'apply', terminal.stdin)).toString('utf8');
  const file = readConfiguration(text, { path: command.file, env });
  if (file.kind === 'refused') {
    for (const { line, column, message } of file.problems) stderr.write(`${printable(command.file)}:${line}:${column}: ${message}\n`);
    return exitCodes.usage;
  }
  const server = connectServer(terminal, 'apply');
  const wanted = { stack: command.stack, prune: command.prune, configuration: file.value };
  const answer = await server.post('/v1/configuration/plan', wanted);
  if (answer.kind === 'refused') return refuse(terminal, answer.refusal);
  const { steps, problems, digest } = readPlan(answer.body);
  const hasChanges = steps.some(isChange);
  if (command.json && (command.planOnly || !hasChanges || !command.yes)) stdout.write(`${JSON.stringify(answer.body)}\n`);
  if (!command.json) stdout.write(`${planText(steps, createPaint(stdout, env))}\n`);
  if (problems.length > 0) {
    for (const { kind, key, message } of problems) stderr.write(`notafter: ${printable(`${kind} ${key}: ${message}`)}\n`);
    return exitCodes.critical;
  }
  if (!hasChanges && steps.every(({ action }) => action !== 'forget')) return exitCodes.ok;
  if (command.planOnly) return hasChanges ? exitCodes.warning : exitCodes.ok;
  const asks = !command.yes && terminal.stdin.isTTY === true && command.file !== '-';
  if (hasChanges && !command.yes && !(asks && (await agrees(terminal)))) {
    stderr.write(asks ? 'Nothing was applied.\n' : 'Nothing was applied. Add --yes to apply this plan.\n');
    return exitCodes.warning;
  }
  return apply(server, { ...wanted, digest }, command, terminal);
};

const apply = async (server: Server, wanted: object, command: ApplyCommand, terminal: Terminal): Promise<ExitCode> => {
  const { stdout, stderr } = terminal;
  const answer = await server.post('/v1/configuration/apply', wanted);
  if (answer.kind === 'refused') return refuse(terminal, answer.refusal);
  const { steps, failed } = readApplied(answer.body);
  if (command.json) stdout.write(`${JSON.stringify(answer.body)}\n`);
  else stdout.write(`${doneText(steps)}\n`);
  if (failed === null) return exitCodes.ok;
  stderr.write(
    `notafter: ${printable(`${failed.kind} ${failed.key}: ${failed.message}`)}\nThe steps before it were applied. Repair this and apply again: only the rest is left.\n`,
  );
  return exitCodes.critical;
};

const doneText = (steps: readonly PlannedStep[]): string => {
  const done = steps.filter(isChange).length;
  return `Applied ${done} ${done === 1 ? 'change' : 'changes'}.`;
};
