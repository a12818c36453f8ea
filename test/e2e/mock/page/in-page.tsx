import { createMock } from '@concordat/mock'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { createRoot } from 'react-dom/client'
import { Shop } from './shop.tsx'

declare const DESCRIPTOR: DocumentDescriptor

// Nothing leaves the page: the mock is the function that answers.
createRoot(document.body).render(<Shop baseUrl="http://mock.test" fetch={createMock(DESCRIPTOR)} />)
