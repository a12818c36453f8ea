import type { OutputRow } from '../declaration/output.ts'
import { formatsOutput } from '../formats/output.ts'
import { typesOutput } from '../types/output.ts'

/** Requests that the service sends to other servers. Both sides use this output. */
export const webhooksOutput = {
  name: 'webhooks',
  means: 'an app that receives webhooks and callbacks, and a client that sends both',
  writes: ['webhooks.ts', 'sender.ts'],
  needs: [typesOutput, formatsOutput],
  converts: (model) => model.webhooks?.operations ?? [],
  async files({ webhooks }, print) {
    if (webhooks === undefined) return {}
    const { emitWebhooks } = await import('./webhooks.ts')
    const { emitSender } = await import('./sender.ts')
    const { formats } = print.settings
    return {
      'webhooks.ts': emitWebhooks(webhooks, print.file('webhooks.ts'), formats),
      'sender.ts': emitSender(webhooks, print.file('sender.ts'), formats),
    }
  },
} as const satisfies OutputRow
