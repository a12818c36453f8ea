import { type Sign, signByCommand } from '@concordat/contract/access'
import type { VerifyConfig } from '../../../options/config/config-types.ts'

/** Returns the configured function for signing requests; a command is wrapped in a function. */
export function configuredSign({ sign }: Pick<VerifyConfig, 'sign'>): Sign | undefined {
  return typeof sign === 'string' ? signByCommand(sign) : sign
}
