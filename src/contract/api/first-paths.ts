/**
 * Addresses of the calls of the console's first screen, which shows before their schemas have come.
 */
export const firstPaths = {
  dashboard: '/api/dashboard/stats',
  campaigns: '/api/campaigns/with-stats',
} as const
