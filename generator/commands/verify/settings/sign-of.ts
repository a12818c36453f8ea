import { type Sign, signByCommand } from '@concordat/contract/access'
import type { VerifyConfig } from '../../../options/config/config-types.ts'

/** The signer of a run: a function of the configuration, or a command. */
export function signOf({ sign }: Pick<VerifyConfig, 'sign'>): Sign | undefined {
  return typeof sign === 'string' ? signByCommand(sign) : sign
}
