import type { Target } from './target.ts'
import { client } from './targets/client.ts'
import { generator } from './targets/generator.ts'
import { mock } from './targets/mock.ts'
import { proxy } from './targets/proxy.ts'
import { server } from './targets/server.ts'
import { service } from './targets/service.ts'
import { suite } from './targets/suite.ts'

/** Everything that meets strangers. */
export const targets: readonly Target[] = [server, service, mock, proxy, client, generator, suite]
