import type { EventParts } from '../events/parts.ts'
import type { Feature } from '../feature/feature.ts'
import { inProjectOfTenant } from '../feature/handler-groups.ts'
import { analysisHandlers } from './handlers.ts'

export const analysis = {
  handlers: (parts: EventParts) => inProjectOfTenant(analysisHandlers(parts)),
  searches: {
    getPersonsFunnel: () => true,
    calculatePersonsFunnel: () => true,
    getPersonsFunnelCorrelation: () => true,
    calculatePersonsFunnelCorrelation: () => true,
    getPersonsPath: () => true,
    calculatePersonsPath: () => true,
    getPersonsLifecycle: () => true,
    getPersonsRetention: () => true,
    getPersonsStickiness: () => true,
    getPersonsTrends: () => true,
  },
} satisfies Feature
