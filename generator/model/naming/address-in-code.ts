import { pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { NameMember } from './name-members.ts'
import { codeNameOf, type ParameterNaming } from './parameter-names.ts'

/**
 * The names that code gives to the members in a callback's address. If absent, code uses the document's
 * names.
 */
interface NamesInCode {
  readonly parameters?: ParameterNaming | undefined
  readonly nameMember?: NameMember | undefined
}

/**
 * A callback's address whose runtime expressions use code's names for parameters and body members.
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
