import type { OutputRow } from '../declaration/output.ts'

/** Types that the other outputs use. */
export const typesOutput = {
  name: 'types',
  means: 'types for schemas, requests and responses',
  writes: ['types.ts'],
  needs: [],
  files: (_, print) => Object.fromEntries(print.types.files),
} as const satisfies OutputRow
