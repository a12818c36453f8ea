import type { Feature } from '../feature/feature.ts'
import { projectHandlers } from './handlers.ts'

export const projects = {
  handlers: projectHandlers,
} satisfies Feature
