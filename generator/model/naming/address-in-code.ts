import { below, stepsOf } from '@concordat/runtime/pointer'
import type { NameMember } from './name-members.ts'
import { codeNameOf, type ParameterNaming } from './parameter-names.ts'

/** Names in code of the members that the address of a callback looks into. Absent: as the document does. */
interface NamesInCode {
  readonly parameters?: ParameterNaming | undefined
  readonly nameMember?: NameMember | undefined
}

/**
 * The address of a callback for an exchange of code: its runtime expressions name parameters and members
 * of bodies as code does.
 * @param address "{$request.body#/callback_url}?of={$request.query.topic_id}"
 */
export function addressInCode(address: string, { parameters, nameMember }: NamesInCode): string {
  return address
    .replace(/(\$re(?:quest|sponse)\.body#)((?:\/[^/}]*)*)/g, (whole, start: string, pointer: string) =>
      nameMember === undefined ? whole : `${start}${below('', ...stepsOf(pointer).map(nameMember))}`,
    )
    .replace(/(\$request\.(path|query|header)\.)([^}]*)/g, (whole, start: string, place: string, name) => {
      const location = place === 'path' || place === 'query' ? place : 'header'
      const as = codeNameOf({ name, in: location }, parameters)
      return as === undefined ? whole : `${start}${as}`
    })
}
