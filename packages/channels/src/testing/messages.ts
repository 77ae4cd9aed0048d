import type { ChannelMessage, MessageItem } from '@notafter/domain';

/** One alert about `shop.example.com`, with a test's changes. */
export const sampleItem = (changes: Partial<MessageItem> = {}): MessageItem => ({
  alertId: '0198a7a2-1111-7222-8333-444455556666',
  certificateId: '0198a7a2-2222-7222-8333-444455556666',
  threadKey: 'thread-0198a7a2-expiry',
  incidentKey: 'incident-0198a7a2',
  rule: 'expiry',
  threshold: 14,
  severity: 'warning',
  domain: 'shop.example.com',
  summary: 'The certificate of shop.example.com expires in 14 days.',
  text: 'SSL Certificate Alert: shop.example.com expires in 14 days',
  daysLeft: 14,
  expiresAt: new Date('2027-03-01T12:00:00Z'),
  issuer: "Let's Encrypt",
  fingerprint256: 'AA:BB:CC',
  reasons: [],
  raisedAt: new Date('2027-02-15T12:00:00Z'),
  resolvedAt: null,
  certificateUrl: 'https://notafter.example/certificates/0198a7a2-1111-7222-8333-444455556666',
  acknowledgeUrl: 'https://notafter.example/acknowledge/0198a7a2.signedAcknowledgement',
  ...changes,
});

let count = 0;

/** A message about one alert, with its own key. */
export const sampleMessage = (changes: Partial<ChannelMessage> = {}): ChannelMessage => {
  count += 1;
  return {
    kind: 'alert',
    idempotencyKey: `message-${process.pid}-${count}`,
    organization: 'Acme',
    severity: 'warning',
    title: 'shop.example.com expires in 14 days',
    text: 'The certificate of shop.example.com expires in 14 days, on 1 March 2027.',
    items: [sampleItem({ certificateId: `certificate-${count}`, threadKey: `thread-${count}-expiry`, incidentKey: `incident-${count}` })],
    notificationsUrl: 'https://notafter.example/notifications',
    at: new Date('2027-02-15T12:00:05Z'),
    ...changes,
  };
};

export const sampleDigest = (size: number, changes: Partial<MessageItem> = {}): ChannelMessage =>
  sampleMessage({
    kind: 'digest',
    title: `${size} certificates need attention`,
    text: `${size} certificates need attention.`,
    items: Array.from({ length: size }, (_, index) =>
      sampleItem({
        alertId: `alert-${index}`,
        certificateId: `certificate-${index}`,
        domain: `host-${index}.example.com`,
        summary: `The certificate of host-${index}.example.com expires in 14 days.`,
        text: `The certificate of host-${index}.example.com expires in 14 days.`,
        certificateUrl: `https://notafter.example/certificates/${index}`,
        ...changes,
      }),
    ),
  });
