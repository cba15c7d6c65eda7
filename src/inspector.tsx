import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { InspectorScreen } from './screens/inspector/InspectorScreen'
import { read } from './browser/storage'

const root = document.getElementById('root')
if (!root) throw new Error('inspector.html has no #root')

// As it was chosen in the app.
const theme = read('localStorage', 'theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
createRoot(root).render(
  <StrictMode>
    <InspectorScreen />
  </StrictMode>,
)
