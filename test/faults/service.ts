import { join } from 'node:path'
import { type ForeignService, Unavailable } from '../../bench/services/foreign-service.ts'
import { type RunningService, startForeignService } from '../../bench/services/running-service.ts'
import type { ServiceName } from './fault.ts'

/** A correct service, and what a run needs to know of it. */
interface Service extends ForeignService {
  /** What to install where it cannot be run. */
  readonly hint: string
  readonly scheme: string
  readonly key: string
  readonly otherKey: string
  readonly pathParameters?: Readonly<Record<string, string>>
  readonly otherPathParameters?: Readonly<Record<string, string>>
}

const GO = [
  'account',
  'bodies',
  'channels',
  'contacts',
  'coupons',
  'documents',
  'dues',
  'files',
  'folders',
  'hooks',
  'http',
  'images',
  'invoices',
  'lines',
  'lists',
  'lots',
  'main',
  'messages',
  'orders',
  'patches',
  'properties',
  'quotes',
  'ratings',
  'refunds',
  'remarks',
  'repeats',
  'shares',
  'shelves',
  'shop',
  'transfers',
]
const PYTHON = [
  'absences',
  'attachments',
  'comments',
  'devices',
  'events',
  'handler',
  'hooks',
  'hours',
  'json_patch',
  'labels',
  'notices',
  'people',
  'projects',
  'rooms',
  'service',
  'store',
  'tasks',
  'teams',
  'web',
]

export const services: Readonly<Record<ServiceName, Service>> = {
  go: {
    name: 'go',
    folder: join(import.meta.dirname, 'go'),
    needs: ['go'],
    hint: 'Install Go 1.22 or later (https://go.dev/dl, or "apt-get install golang-go"), and have "go" on the PATH.',
    sources: ['go.mod', ...GO.map((name) => `${name}.go`)],
    // It has no modules of others, and nothing is to be downloaded.
    install: [
      ['env', 'CGO_ENABLED=0', 'GOTOOLCHAIN=local', 'GOPROXY=off', 'go', 'build', '-o', 'depot', '.'],
    ],
    start: ['./depot'],
    scheme: 'ApiKey',
    key: 'key-of-north',
    otherKey: 'key-of-south',
  },
  python: {
    name: 'python',
    folder: join(import.meta.dirname, 'python'),
    needs: ['python3'],
    hint: 'Install Python 3.11 or later (https://www.python.org/downloads, or "apt-get install python3"), and have "python3" on the PATH.',
    sources: PYTHON.map((name) => `${name}.py`),
    install: [],
    start: ['python3', '-B', 'service.py'],
    scheme: 'token',
    key: 'token-of-alpha',
    otherKey: 'token-of-beta',
    pathParameters: { workspace_id: 'alpha' },
    otherPathParameters: { workspace_id: 'beta' },
  },
}

export const documentOf = (name: ServiceName): string => join(services[name].folder, 'openapi.yaml')

/**
 * Starts a service on a free port.
 * @param fault the bug that it has; absent: it is correct.
 * @throws Unavailable when it cannot be run on this machine; the message says what to install.
 */
export async function startService(name: ServiceName, fault = ''): Promise<RunningService> {
  try {
    return await startForeignService(services[name], 'faults', { FAULT: fault, PORT: '0' })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    throw new Unavailable(`${error.message} ${services[name].hint}`)
  }
}
