import { type Sign, signByCommand } from '@concordat/contract/access'
import type { VerifyConfig } from '../../../options/config/config-types.ts'

/** What signs the requests of a run, where something does. */
export function signOf({ sign }: Pick<VerifyConfig, 'sign'>): Sign | undefined {
  return typeof sign === 'string' ? signByCommand(sign) : sign
}
