import { CONSEQUENCES, type Consequence, type KindOfChange } from './consequences.ts'

/** Direction of a schema's values: requests from callers, responses from the service. */
export type Direction = 'request' | 'response'

/**
 * Effect of a schema change in either direction. `writers`: code that creates a value of the old type no
 * longer compiles; `readers`: code that reads every value of the old type no longer compiles; `narrows`:
 * values that were allowed become invalid; `widens`: new values become valid.
 */
type Effect = 'writers' | 'readers' | 'narrows' | 'widens'

interface SchemaChange {
  readonly says: string
  readonly does: readonly Effect[]
  /** Severity in responses, if it differs from the severity of the consequences. */
  readonly inResponse?: KindOfChange['severity']
}

/** Callers write requests and read responses; servers do the opposite. */
const BREAKS: Readonly<Record<Direction, Readonly<Partial<Record<Effect, Consequence>>>>> = {
  request: { writers: 'callerSource', readers: 'serverSource', narrows: 'wire' },
  response: { readers: 'callerSource', writers: 'serverSource', widens: 'callerRunTime' },
}

export const SCHEMA_CHANGES = {
  'property-added-required': { says: 'is new, and required', does: ['writers', 'narrows'] },
  'property-added-optional': { says: 'is new', does: [] },
  'property-added-to-closed-object': {
    says: 'is new where no other properties were allowed',
    does: ['widens'],
    // Callers that do not validate responses ignore the property, like any unknown property.
    inResponse: 'warning',
  },
  'required-property-removed': {
    says: 'was removed, although it was required',
    does: ['writers', 'readers', 'widens'],
  },
  'optional-property-removed': { says: 'was removed', does: ['writers', 'readers'] },
  'property-removed-from-closed-object': {
    says: 'was removed where no other properties are allowed',
    does: ['narrows'],
  },
  'required-property-renamed': {
    says: 'was renamed from {was}',
    does: ['writers', 'readers', 'narrows', 'widens'],
  },
  'optional-property-renamed': { says: 'was renamed from {was}', does: ['writers', 'readers'] },
  'property-became-required': { says: 'became required', does: ['writers', 'narrows'] },
  'property-became-optional': { says: 'became optional', does: ['readers', 'widens'] },
  'type-changed': {
    says: 'was {was}; is now {is}',
    does: ['writers', 'readers', 'narrows', 'widens'],
  },
  'type-widened': { says: 'was {was}; is now {is}', does: ['readers', 'widens'] },
  'type-narrowed': { says: 'was {was}; is now {is}', does: ['writers', 'readers', 'narrows'] },
  'type-added': { says: 'could have any type; is now {is}', does: ['writers', 'narrows'] },
  'type-removed': { says: 'was {was}; can now have any type', does: ['readers', 'widens'] },
  'integer-became-number': { says: 'was integer; is now number', does: ['widens'] },
  'number-became-integer': { says: 'was number; is now integer', does: ['narrows'] },
  'became-nullable': { says: 'can now be null', does: ['readers', 'widens'] },
  'became-not-nullable': { says: 'can no longer be null', does: ['writers', 'narrows'] },
  'enum-value-added': { says: 'now allows {is}', does: ['readers', 'widens'] },
  'enum-value-removed': {
    says: 'no longer allows {was}',
    does: ['writers', 'readers', 'narrows'],
  },
  'enum-added': {
    says: 'could be any value of its type; must now be one of {is}',
    does: ['writers', 'narrows'],
  },
  'enum-removed': { says: 'was one of {was}; can now be any value of its type', does: ['readers', 'widens'] },
  'format-added': { says: 'now has the format {is}', does: ['narrows'] },
  'format-removed': { says: 'no longer has the format {was}', does: ['widens'] },
  'format-changed': { says: 'had the format {was}; now has {is}', does: ['narrows', 'widens'] },
  'format-narrowed': {
    says: 'had the format {was}; now has {is}, which allows fewer values',
    does: ['narrows'],
  },
  'format-widened': {
    says: 'had the format {was}; now has {is}, which allows more values',
    does: ['widens'],
  },
  'format-annotation-changed': {
    says: 'changed its format from {was} to {is}, which allows the same values',
    does: [],
  },
  'minimum-raised': { says: 'had {was}; now has {is}', does: ['narrows'] },
  'minimum-lowered': { says: 'had {was}; now has {is}', does: ['widens'] },
  'maximum-lowered': { says: 'had {was}; now has {is}', does: ['narrows'] },
  'maximum-raised': { says: 'had {was}; now has {is}', does: ['widens'] },
  'min-length-raised': {
    says: 'needed at least {was}; now needs at least {is}',
    does: ['narrows'],
  },
  'min-length-lowered': {
    says: 'needed at least {was}; now needs at least {is}',
    does: ['widens'],
  },
  'max-length-lowered': {
    says: 'could have {was}; can now have {is}',
    does: ['narrows'],
  },
  'max-length-raised': {
    says: 'could have {was}; can now have {is}',
    does: ['widens'],
  },
  'min-items-raised': { says: 'needed at least {was}; now needs at least {is}', does: ['narrows'] },
  'min-items-lowered': { says: 'needed at least {was}; now needs at least {is}', does: ['widens'] },
  'max-items-lowered': { says: 'could have {was}; can now have {is}', does: ['narrows'] },
  'max-items-raised': { says: 'could have {was}; can now have {is}', does: ['widens'] },
  'min-properties-raised': {
    says: 'needed at least {was}; now needs at least {is}',
    does: ['narrows'],
  },
  'min-properties-lowered': {
    says: 'needed at least {was}; now needs at least {is}',
    does: ['widens'],
  },
  'max-properties-lowered': {
    says: 'could have {was}; can now have {is}',
    does: ['narrows'],
  },
  'max-properties-raised': {
    says: 'could have {was}; can now have {is}',
    does: ['widens'],
  },
  'pattern-added': { says: 'must now match {is}', does: ['narrows'] },
  'pattern-removed': { says: 'no longer has to match {was}', does: ['widens'] },
  'pattern-changed': { says: 'had to match {was}; must now match {is}', does: ['narrows', 'widens'] },
  'multiple-of-added': { says: 'must now be a multiple of {is}', does: ['narrows'] },
  'multiple-of-removed': { says: 'no longer has to be a multiple of {was}', does: ['widens'] },
  'multiple-of-changed': {
    says: 'had to be a multiple of {was}; must now be a multiple of {is}',
    does: ['narrows', 'widens'],
  },
  'unique-items-added': { says: 'can no longer have the same item twice', does: ['narrows'] },
  'unique-items-removed': { says: 'can now have the same item twice', does: ['widens'] },
  'additional-properties-refused': { says: 'can no longer have other properties', does: ['narrows'] },
  'additional-properties-allowed': {
    says: 'can now have other properties',
    does: ['widens'],
    inResponse: 'warning',
  },
  'alternative-added': { says: 'can now also be {is}', does: ['readers', 'widens'] },
  'alternative-removed': { says: 'can no longer be {was}', does: ['writers', 'readers', 'narrows'] },
  'alternatives-became-exclusive': {
    says: 'can no longer match more than one of its alternatives',
    does: ['narrows'],
  },
  'alternatives-no-longer-exclusive': {
    says: 'can now match more than one of its alternatives',
    does: ['widens'],
    // The types include both alternatives. Only callers that validate responses reject a value that matches
    // both.
    inResponse: 'warning',
  },
  'discriminator-changed': {
    says: 'distinguished its alternatives by {was}; now distinguishes them by {is}',
    does: ['writers', 'readers', 'narrows', 'widens'],
  },
  'discriminator-value-removed': {
    says: 'is no longer selected by {was}',
    does: ['writers', 'readers', 'narrows'],
  },
  'discriminator-value-added': { says: 'is now also selected by {is}', does: ['readers', 'widens'] },
  'discriminator-default-removed': {
    says: 'is no longer treated as {was} if the discriminator is missing',
    does: ['narrows'],
  },
  'discriminator-default-added': {
    says: 'is now treated as {is} if the discriminator is missing',
    does: ['widens'],
  },
  'constraint-added': { says: 'is now constrained by {is}', does: ['narrows'] },
  'constraint-removed': { says: 'is no longer constrained by {was}', does: ['widens'] },
  'constraint-changed': { says: 'is now constrained differently by {is}', does: ['narrows', 'widens'] },
  'default-changed': { says: 'changed its default from {was} to {is}', does: [] },
  'schema-deprecated': { says: 'is now deprecated', does: [] },
} as const satisfies Readonly<Record<string, SchemaChange>>

export type SchemaChangeName = keyof typeof SCHEMA_CHANGES

export type SchemaKindName = `${Direction}-${SchemaChangeName}`

/** Kinds of schema changes in each direction. */
export const SCHEMA_CHANGE_KINDS: ReadonlyMap<SchemaKindName, KindOfChange> = new Map(
  (['request', 'response'] as const).flatMap((direction) =>
    (Object.keys(SCHEMA_CHANGES) as SchemaChangeName[]).map((name): [SchemaKindName, KindOfChange] => {
      const { says, does, inResponse }: SchemaChange = SCHEMA_CHANGES[name]
      const breaks = inOrder(does.flatMap((effect) => BREAKS[direction][effect] ?? []))
      const severity = direction === 'response' ? inResponse : undefined
      return [`${direction}-${name}`, { says, breaks, ...(severity !== undefined && { severity }) }]
    }),
  ),
)

function inOrder(some: readonly Consequence[]): readonly Consequence[] {
  return (Object.keys(CONSEQUENCES) as Consequence[]).filter((consequence) => some.includes(consequence))
}
