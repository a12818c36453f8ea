/** A caller who asks for what belongs to others. */
export const STRANGER = { kind: 'another tenant' } as const
