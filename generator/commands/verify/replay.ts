import { HIDDEN, isSecretHeader, targetVariableOfHeader } from '@concordat/contract/access'
import type { GivenFlag } from '../../options/options.ts'

/** Returns the options for repeating one check, without secrets. */
export function replayFlags(flags: readonly GivenFlag[]): string[] {
  return withoutSecrets(flags.filter(({ option }) => option.flag.replay !== undefined))
}

/** Returns options as they were given, but without secrets. */
export function withoutSecrets(flags: readonly GivenFlag[]): string[] {
  return flags.flatMap(({ option: { flag }, text }) => {
    if (text === undefined) return [`--${flag.name}`]
    if (flag.replay === 'hidden') return [`--${flag.name}`, HIDDEN]
    return [`--${flag.name}`, flag.replay === 'without-secret' ? withoutSecret(text) : text]
  })
}

/** @param header "Name: value". */
function withoutSecret(header: string): string {
  const name = header.slice(0, header.indexOf(':'))
  return isSecretHeader(name, header.slice(name.length + 1).trim())
    ? `${name}: $${targetVariableOfHeader(name)}`
    : header
}
