@echo off
rem The command of Hocket on Windows. Flags for the JVM: set JDK_JAVA_OPTIONS.
setlocal
set "root=%~dp0"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
rem The first line is such as: openjdk 25.0.3 2026-04-21 LTS
set version=0
for /f "tokens=2 delims=. " %%v in ('call "%java%" --version 2^>nul') do set "version=%%v" & goto :found
:found
if %version% geq 25 goto :start
echo hocket needs a JDK 25 or newer. Set JAVA_HOME to one. 1>&2
exit /b 2
:start
"%java%" "-Dhocket.root=%root%." -cp "%root%lib\*" dev.hocket.cli.Main %*
exit /b %errorlevel%
