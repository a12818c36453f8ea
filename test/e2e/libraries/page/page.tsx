import type { FunctionComponent } from 'react'
import { createRoot } from 'react-dom/client'
import { HookFormPage } from './hook-form.tsx'
import { QueryPage } from './query.tsx'
import { RouterPage } from './router.tsx'
import { SwrPage } from './swr.tsx'
import { TanStackFormPage } from './tanstack-form.tsx'
import { WorkerPage } from './worker.tsx'

const PAGES: Readonly<Record<string, FunctionComponent>> = {
  '/query': QueryPage,
  '/swr': SwrPage,
  '/worker': WorkerPage,
  '/hook-form': HookFormPage,
  '/tanstack-form': TanStackFormPage,
  '/router': RouterPage,
}

const Page = PAGES[location.pathname]
if (Page !== undefined) createRoot(document.body).render(<Page />)
