import { type Sign, signByCommand } from '@concordat/contract/access'
import type { VerifyConfig } from '../../../options/config/config-types.ts'

/** Returns the configuration's function or command for signing requests. */
export function configuredSign({ sign }: Pick<VerifyConfig, 'sign'>): Sign | undefined {
  return typeof sign === 'string' ? signByCommand(sign) : sign
}
