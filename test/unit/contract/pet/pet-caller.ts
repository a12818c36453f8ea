export const PET_KEY = 'pet_Zk39sLq04mXt'
export const OTHER_PET_KEY = 'pet_Yw71bTn52cRd'

/** The caller that a key identifies. */
export interface Caller {
  readonly tenant: string
  readonly scopes: readonly string[]
}

export const EVERY_SCOPE = ['pet:read', 'pet:write']
const CALLERS: Readonly<Record<string, Caller>> = {
  [PET_KEY]: { tenant: 'a', scopes: EVERY_SCOPE },
  [OTHER_PET_KEY]: { tenant: 'b', scopes: EVERY_SCOPE },
}

export function isKnown(key: string): boolean {
  return key in CALLERS || key.startsWith('pet_made_')
}

/** Keys that a test created contain their scopes: "pet_made_pet:read+pet:write". */
export function callerOf(authorization: string | null): Caller {
  const key = authorization?.split(' ')[1] ?? ''
  const made = /^pet_made_(.*)$/.exec(key)?.[1]
  if (made !== undefined) return { tenant: 'a', scopes: made.split('+') }
  return CALLERS[key] ?? { tenant: 'a', scopes: EVERY_SCOPE }
}
