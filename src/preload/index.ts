import { exposeLatchkeyBridge } from '@latchkey/electron/preload'

exposeLatchkeyBridge()
