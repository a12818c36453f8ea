import { defineConfig } from 'concordat/config'

export default defineConfig([
  {
    document: 'spec/openapi.yaml',
    overlays: [
      'spec/decisions/service.yaml',
      'spec/decisions/authentication.yaml',
      'spec/decisions/identifiers.yaml',
      'spec/decisions/limits.yaml',
      'spec/decisions/organizations.yaml',
      'spec/decisions/batch-exports.yaml',
      'spec/decisions/domains.yaml',
      'spec/decisions/users.yaml',
      'spec/decisions/invites.yaml',
      'spec/decisions/members.yaml',
      'spec/decisions/plugins.yaml',
      'spec/decisions/persons.yaml',
      'spec/decisions/analysis.yaml',
      // Last, so that it reaches the operations that the others add.
      'spec/decisions/errors.yaml',
    ],
    output: 'generated',
    outputs: ['types', 'client', 'server', 'contract', 'fetch', 'reference'],
    // Invites are e-mailed by a service that has a mail server; one that is tested has none.
    verify: { allow: ['createInvite', 'createInvites'] },
  },
  {
    document: 'spec/capture.yaml',
    output: 'generated/capture',
    outputs: ['types', 'server'],
  },
])
