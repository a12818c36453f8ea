import { pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { NameMember } from './name-members.ts'
import { codeNameOf, type ParameterNaming } from './parameter-names.ts'

/** Names in code of the members that a callback's address reads. If absent, they are the document's names. */
interface NamesInCode {
  readonly parameters?: ParameterNaming | undefined
  readonly nameMember?: NameMember | undefined
}

/**
 * A callback's address with the parameter and body member names of code in its runtime expressions.
 * @param address "{$request.body#/callback_url}?of={$request.query.topic_id}"
 */
export function addressInCode(address: string, { parameters, nameMember }: NamesInCode): string {
  return address
    .replace(/(\$re(?:quest|sponse)\.body#)((?:\/[^/}]*)*)/g, (whole, start: string, pointer: string) =>
      nameMember === undefined ? whole : `${start}${pointerBelow('', ...stepsOf(pointer).map(nameMember))}`,
    )
    .replace(/(\$request\.(path|query|header)\.)([^}]*)/g, (whole, start: string, place: string, name) => {
      const location = place === 'path' || place === 'query' ? place : 'header'
      const as = codeNameOf({ name, in: location }, parameters)
      return as === undefined ? whole : `${start}${as}`
    })
}
