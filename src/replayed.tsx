import './styles.css'
import { createRoot } from 'react-dom/client'
import { answerFrom } from './app/replayed/answerFrom'
import { askForScene } from './app/replayed/askForScene'
import { playScene } from './app/replayed/playScene'
import { ReplayBar, ReplayGone } from './screens/inspector/ReplayBar'

// A window of the app as it was at an event of a recording. It is answered from the recording, and nothing leaves it.

const root = document.getElementById('root')
if (!root) throw new Error('replayed.html has no #root')

const scene = await askForScene()
if (scene) {
  answerFrom(scene)
  const { pathname, search } = new URL(scene.address, window.location.origin)
  window.history.replaceState(null, '', pathname + search)
  const bar = document.createElement('div')
  // Open dialogs hide it from nobody.
  bar.dataset['liveAnnouncer'] = ''
  document.body.append(bar)
  createRoot(bar).render(<ReplayBar scene={scene} />)
  await (pathname.startsWith('/pay') ? import('./pay') : import('./main'))
  await playScene(scene)
} else {
  // Another address in this tab is of the app again.
  window.sessionStorage.removeItem('replayed')
  createRoot(root).render(<ReplayGone />)
}
