import { defineConfig } from 'concordat/config'

export default defineConfig([
  {
    document: 'spec/openapi.yaml',
    overlays: ['spec/service.overlay.yaml'],
    output: 'generated',
    outputs: ['types', 'client', 'server', 'contract', 'fetch'],
  },
  {
    document: 'spec/capture.yaml',
    output: 'generated/capture',
    outputs: ['types', 'server'],
  },
])
