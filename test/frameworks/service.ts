import { type RunningService, startForeignService } from '../../bench/services/running-service.ts'
import { type Framework, folderOf } from './framework.ts'

/**
 * Starts a service on a free port.
 * @param fault the way in which it breaks its document; without it, the service is correct.
 * @throws Unavailable if it cannot run on this machine.
 */
export function startService(framework: Framework, fault = ''): Promise<RunningService> {
  return startForeignService({ ...framework, folder: folderOf(framework) }, 'frameworks', { FAULT: fault })
}
