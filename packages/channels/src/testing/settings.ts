import type { ChannelSettings, ChannelType } from '@notafter/domain';

/** Settings that point each channel to its stand-in, secrets included. */
export const settingsAt = (origin: string): Record<ChannelType, ChannelSettings> => ({
  email: { email: 'team@example.com' },
  slack: { webhook: `${origin}/slack/services/T024BE7LD/B0245QJHX/k2Jq8mVtX0aZs4WcLpRy7Ubn` },
  telegram: { token: '123456789:AAF-standin_secretTokenOfTheBot00', chat_id: '-1001234567890' },
  google_chat: { webhook: `${origin}/google-chat/v1/spaces/AAAAstandin/messages?key=AIzaStandInSecretKey&token=standInSecretToken%3D` },
  teams: {
    webhook: `${origin}/teams/workflows/9f3b/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers&sv=1.0&sig=StandInSecretSignature`,
  },
  pagerduty: { integration_key: 'R0123456789ABCDEFGHIJKLMNOPQRSTU' },
  splunk: { api_key: 'b5c1c3aa-0000-4444-8888-standinsecret/database' },
  zapier: { webhook: `${origin}/zapier/hooks/catch/123456/standinSecretHook/` },
  webhook: { url: `${origin}/webhook/hooks/standinSecretPath` },
  alertmanager: { url: `${origin}/alertmanager/`, username: 'notafter', password: 'standInSecretPassword', labels: 'team=web' },
});
