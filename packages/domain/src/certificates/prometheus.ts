/** Endpoints in one answer of `GET /v1/metrics`: Prometheus keeps each series in memory, and an endpoint has up to six. */
export const METRICS_ENDPOINTS_MAX = 10_000;
