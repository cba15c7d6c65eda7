import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { InspectorScreen } from './screens/inspector/InspectorScreen'
import { applyStoredTheme } from './app/theme'

const root = document.getElementById('root')
if (!root) throw new Error('inspector.html has no #root')

applyStoredTheme()
createRoot(root).render(
  <StrictMode>
    <InspectorScreen />
  </StrictMode>,
)
