/** The forms of one command that a person pastes on the machine of the collector; `docs/collector.md` explains them. */
export const enrollForms = ['npm', 'container', 'systemd'] as const;
export type EnrollForm = (typeof enrollForms)[number];

interface FormWords {
  readonly title: string;
  readonly note: string;
  /** The next step. */
  readonly next: string;
}

export const formWords = {
  npm: { title: 'npm', note: 'Node 24 or newer', next: 'Then start it: notafter-collector run.' },
  container: { title: 'Container', note: 'Docker or Podman', next: 'The second container scans and reports until you stop it.' },
  systemd: { title: 'systemd', note: 'npm, own user and unit', next: 'The service scans and reports from now on.' },
} as const satisfies Record<EnrollForm, FormWords>;

const mounts = '-v /etc/notafter:/etc/notafter:ro -v notafter-collector:/var/lib/notafter-collector';
const image = `--read-only --cap-drop ALL ${mounts} ghcr.io/notafter/collector`;

const commands = {
  npm: (enroll) => `npm install --global @notafter/collector && notafter-collector enroll ${enroll}`,
  container: (enroll) =>
    `docker run --rm ${image} enroll ${enroll} && docker run -d --name notafter-collector --restart unless-stopped ${image} run`,
  systemd: (enroll) =>
    `sudo npm install --global @notafter/collector && sudo notafter-collector install-service && sudo -u notafter-collector notafter-collector enroll ${enroll} && sudo systemctl enable --now notafter-collector`,
} as const satisfies Record<EnrollForm, (enroll: string) => string>;

interface EnrollOptions {
  /** The program never connects to this server. */
  readonly isOffline: boolean;
  /** Another program of the same collector may have been on this machine. */
  readonly isAgain: boolean;
}

export const enrollCommand = (form: EnrollForm, token: string, { isOffline, isAgain }: EnrollOptions): string =>
  commands[form]([token, ...(isOffline ? ['--offline'] : []), ...(isAgain ? ['--replace'] : [])].join(' '));
