; Registers the scheme of activation links: `linkScheme` in app.json.
!searchparse /file "${PROJECT_DIR}/app.json" '"linkScheme": "' LINK_SCHEME '"'

!macro customInstall
  WriteRegStr SHCTX "Software\Classes\${LINK_SCHEME}" "" "URL:${PRODUCT_NAME} activation link"
  WriteRegStr SHCTX "Software\Classes\${LINK_SCHEME}" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\${LINK_SCHEME}\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHCTX "Software\Classes\${LINK_SCHEME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\${LINK_SCHEME}"
!macroend
