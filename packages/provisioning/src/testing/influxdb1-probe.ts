import { visitHttpsOk } from '../engines/https-visit.ts';
import { runInfluxql } from '../engines/influxdb/influxdb1-client.ts';
import { type EngineProbe, probeLimit } from './engine-probe.ts';

export const influxdb1Probe: EngineProbe = {
  solution: 'influxdbv1',
  addRow: async (access) => {
    const signal = probeLimit();
    await runInfluxql(access, 'CREATE DATABASE kept', signal);
    const point = { method: 'POST', path: '/write?db=kept', port: 'native', body: 't n=1', contentType: 'text/plain' } as const;
    await visitHttpsOk(access, point, signal);
  },
  countRows: async (access) => {
    const { text } = await runInfluxql(access, 'SELECT count(n) FROM kept.autogen.t', probeLimit());
    return Number(/"values":\[\["[^"]*",(\d+)\]\]/.exec(text)?.[1] ?? 0);
  },
};
