import { defineConfig, defineRule } from 'concordat/config'

const requestId = defineRule({
  code: 'request-id',
  description: 'Every response has an x-request-id header.',
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
