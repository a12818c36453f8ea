import { type Sign, signByCommand } from '@concordat/contract/access'
import type { VerifyConfig } from '../../../options/config/config-types.ts'

/** Signs requests with the configuration's function or command. */
export function configuredSign({ sign }: Pick<VerifyConfig, 'sign'>): Sign | undefined {
  return typeof sign === 'string' ? signByCommand(sign) : sign
}
