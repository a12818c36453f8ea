import { pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { NameMember } from './name-members.ts'
import { codeNameOf, type ParameterNaming } from './parameter-names.ts'

/**
 * Settings for the names that code uses for parameters and body properties in a callback's URL. Without a
 * setting, code uses the document's names.
 */
interface NamesInCode {
  readonly parameters?: ParameterNaming | undefined
  readonly nameMember?: NameMember | undefined
}

/**
 * Returns a callback's URL, in which runtime expressions use the names in code for parameters and body
 * properties.
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
