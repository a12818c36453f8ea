import { type RunningService, startForeignService } from '../../bench/services/running-service.ts'
import { type Framework, folderOf } from './framework.ts'

/**
 * Starts a service on a free port.
 * @param fault the way in which it breaks its document; absent: it is correct.
 * @throws Unavailable when it cannot be run on this machine.
 */
export function startService(framework: Framework, fault = ''): Promise<RunningService> {
  return startForeignService({ ...framework, folder: folderOf(framework) }, 'frameworks', { FAULT: fault })
}
