import type { Plan, ServedFiles } from './program.ts';

interface Site {
  readonly address: string;
  readonly files: ServedFiles;
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'] as const;

const nginxConfig = (dir: string, sites: readonly Site[]): string => `daemon off;
pid ${dir}/pid;
error_log stderr;
worker_processes 1;
events { worker_connections 64; }
http {
  access_log off;
${temporary.map((kind) => `  ${kind}_temp_path ${dir}/${kind};`).join('\n')}
${sites.map(nginxSite).join('\n')}
}
`;

const nginxSite = ({ address, files: { ecdsa, rsa } }: Site): string => `  server {
    listen ${address}:443 ssl;
    ssl_certificate ${ecdsa.chain};
    ssl_certificate_key ${ecdsa.key};
    ssl_certificate ${rsa.chain};
    ssl_certificate_key ${rsa.key};
    return 204;
  }`;

const haproxyConfig = (sites: readonly Site[]): string => `global
  maxconn 64
  nbthread 1
defaults
  mode http
  timeout connect 60s
  timeout client 60s
  timeout server 60s
frontend sites
${sites.map(({ address, files }) => `  bind ${address}:443 ssl crt ${files.bundle}`).join('\n')}
  http-request return status 204
`;

const listening = (sites: readonly Site[]) => sites.map(({ address }) => ({ address, port: 443 }));

/** nginx and HAProxy, which serve certificates of both key types at each of their addresses. */
export const webServers = ({ nginx, haproxy }: Readonly<Record<'nginx' | 'haproxy', readonly Site[]>>): readonly Plan[] => [
  {
    name: 'nginx',
    config: { file: 'nginx.conf', text: (dir) => nginxConfig(dir, nginx) },
    command: (dir) => ['nginx', '-e', 'stderr', '-p', dir, '-c', `${dir}/nginx.conf`],
    listens: listening(nginx),
  },
  {
    name: 'haproxy',
    config: { file: 'haproxy.cfg', text: () => haproxyConfig(haproxy) },
    command: () => ['haproxy', '-db', '-f', 'haproxy.cfg'],
    listens: listening(haproxy),
  },
];
