import { defineConfig } from 'concordat/config'

export default defineConfig([
  {
    document: 'spec/openapi.yaml',
    overlays: ['spec/service.overlay.yaml'],
    output: 'generated',
  },
  {
    document: 'spec/capture.yaml',
    output: 'generated/capture',
    outputs: ['types', 'server'],
  },
])
