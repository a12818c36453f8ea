/** The ways in which people use a service, with a description of the output for each role. */
export const ROLES = {
  call: 'a client',
  build: 'handler types and an app',
  test: 'contract tests',
} as const

export type Role = keyof typeof ROLES

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[]
