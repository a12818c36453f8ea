import { defineConfig, defineRule } from 'concordat/config'

/** Every answer names its request, so that a log line can be found. */
const requestId = defineRule({
  code: 'request-id',
  description: 'Every answer has the header x-request-id, each its own.',
  weight: 'header',
  applies: (operation) => operation.method === 'GET',
  async run(context, operation) {
    const { answer } = await context.call(operation)
    if (answer.headers.has('x-request-id')) return []
    return [
      context.finding({
        operation,
        answer,
        clause: operation.pointer,
        basis: 'derived',
        expected: 'the header "x-request-id"',
        received: 'no such header',
      }),
    ]
  },
})

export default defineConfig({
  document: 'openapi.yaml',
  output: 'generated',
  verify: { ownRules: [requestId] },
})
