import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../wiring/lazyPage'

export const Route = createFileRoute('/')({ component: lazyPage(() => import('../screens/landing/LandingScreen')) })
