/**
 * Addresses of the calls of the console's first screen, which shows before their schemas have come,
 * and of the one that needs none.
 */
export const firstPaths = {
  dashboard: '/api/dashboard/stats',
  campaigns: '/api/campaigns/with-stats',
  logout: '/auth/logout',
} as const
